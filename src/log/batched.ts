/** Many questions asked in the same moment, answered together: `ask` gives one answer for each key, in their order. */
export function batched<Answer extends NonNullable<unknown>>(
  ask: (keys: string[]) => Promise<Answer[]>,
): (key: string) => Promise<Answer> {
  let waiting: { key: string; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  const flush = async (): Promise<void> => {
    const asked = waiting
    waiting = []
    try {
      const answers = await ask(asked.map(({ key }) => key))
      for (const [index, { key, resolve, reject }] of asked.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error(`no answer for ${key}`))
        else resolve(answer)
      }
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
