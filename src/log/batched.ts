/** Many questions asked in the same moment, answered together. */
export function batched<Answer>(ask: (keys: string[]) => Promise<Answer[]>): (key: string) => Promise<Answer> {
  let waiting: { key: string; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  const flush = async (): Promise<void> => {
    const asked = waiting
    waiting = []
    try {
      const answers = await ask(asked.map(({ key }) => key))
      asked.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer)
      })
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
}
