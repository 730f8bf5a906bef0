/** When a server goes on with tournaments: whenever it is told to, and never twice at a time with the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type RunnerDeps, tournamentRunner } from '../../src/tournaments/runner.js'

/** Tournaments with so many steps to take, and what was done with them. */
function ground(given: Partial<RunnerDeps> = {}) {
  const todo = new Map<string, number>()
  const done: string[] = []
  const errors: unknown[] = []
  const looked: (readonly string[])[] = []
  let atOnce = 0
  let most = 0
  const runner = tournamentRunner({
    async step(id) {
      most = Math.max(most, ++atOnce)
      await sleep(1)
      atOnce--
      const left = todo.get(id) ?? 0
      if (left === 0) return false
      todo.set(id, left - 1)
      done.push(id)
      return true
    },
    unsettled: async () => [...todo.keys()],
    async tournamentsOf(matches) {
      looked.push(matches)
      return ['a']
    },
    onError: (error) => errors.push(error),
    ...given,
  })
  return { runner, todo, done, errors, looked, most: () => most }
}

describe('a runner', () => {
  test('takes all steps there are, one after the other, also those that come meanwhile', async () => {
    const { runner, todo, done, most } = ground()
    todo.set('a', 3)
    runner.nudge('a')
    runner.nudge('a')
    await sleep(2)
    todo.set('a', (todo.get('a') ?? 0) + 2)
    runner.nudge('a')
    await runner.stop()
    expect(done.length).toBeGreaterThan(0)
    expect(most()).toBe(1)
  })

  test('goes on with what comes just when it has found nothing more', async () => {
    const steps: number[] = []
    const ready: (() => void)[] = []
    const { runner } = ground({
      async step() {
        steps.push(steps.length)
        await new Promise<void>((resolve) => ready.push(resolve))
        return false
      },
    })
    runner.nudge('a')
    runner.nudge('a')
    ready[0]?.()
    while (steps.length < 2) await sleep(1)
    ready[1]?.()
    await runner.stop()
    expect(steps).toEqual([0, 1])
  })

  test('looks up which tournaments matches belong to, those of a moment together', async () => {
    const { runner, todo, done, looked } = ground()
    todo.set('a', 2)
    runner.ended(['one'])
    runner.ended(['two', 'one'])
    runner.ended([])
    while (done.length < 2) await sleep(1)
    await runner.stop()
    expect(looked).toEqual([['one', 'two']])
  })

  test('asks nothing where a sweep has found no tournament, until one is changed', async () => {
    const { runner, todo, looked } = ground()
    expect(await runner.sweep()).toBe(0)
    runner.ended(['one'])
    await sleep(30)
    expect(looked).toEqual([])
    todo.set('a', 1)
    runner.nudge('a')
    runner.ended(['one'])
    while (looked.length < 1) await sleep(1)
    await runner.stop()
    expect(looked).toEqual([['one']])
  })

  test('sweeps over all of them', async () => {
    const { runner, todo, done } = ground()
    for (const id of 'abcdefgh') todo.set(id, 2)
    expect(await runner.sweep()).toBe(8)
    await runner.sweep()
    while (done.length < 16) await sleep(1)
    expect(done.toSorted().join('')).toBe('aabbccddeeffgghh')
    await runner.stop()
  })

  test('reports what fails, once until it works again, and goes on at the next word', async () => {
    let isBroken = true
    let tries = 0
    const { runner, errors } = ground({
      async step() {
        tries++
        if (isBroken) throw new Error('broken')
        return false
      },
    })
    const tried = async (): Promise<void> => {
      const before = tries
      runner.nudge('a')
      while (tries === before) await sleep(1)
      await sleep(1)
    }
    await tried()
    await tried()
    expect(errors).toHaveLength(1)
    isBroken = false
    await tried()
    isBroken = true
    await tried()
    await runner.stop()
    expect(errors).toHaveLength(2)
  })

  test('does nothing once it is stopped', async () => {
    const { runner, todo, done, looked } = ground()
    todo.set('a', 1)
    await runner.stop()
    runner.nudge('a')
    runner.ended(['one'])
    expect(await runner.sweep()).toBe(0)
    await sleep(20)
    expect([done, looked]).toEqual([[], []])
  })
})
