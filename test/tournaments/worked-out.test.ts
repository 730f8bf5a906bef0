import { describe, expect, test } from 'vitest'
import type { Tournament } from '../../src/tournaments/state.js'
import { workedOut } from '../../src/tournaments/worked-out.js'
import { begun, settingOf } from './synthetic.js'

/** What takes so many milliseconds, by a clock that only it moves. */
function slow(ms: number) {
  let time = 0
  let times = 0
  const figures = workedOut(
    () => {
      time += ms
      return ++times
    },
    () => time,
  )
  return {
    at: (tournament: Tournament, newest: number) => figures({ id: 'a', tournament, newest }),
    wait: (span: number): void => {
      time += span
    },
  }
}

/** Another one each time, as after each record. */
const running = (): Tournament => begun(settingOf(), 2)
const over = (): Tournament => ({ ...running(), status: 'over' })

describe('figures', () => {
  test('are worked out once for as long as nothing changes', () => {
    const { at } = slow(1000)
    const same = running()
    expect([at(same, 1), at(same, 1)]).toEqual([1, 1].map((value) => ({ value, newest: 1 })))
  })

  test('that take a moment are always those of the newest record', () => {
    const { at } = slow(20)
    expect([1, 2, 3].map((newest) => at(running(), newest))).toEqual([1, 2, 3].map((value) => ({ value, newest: value })))
  })

  test('that take long are worked out for a twentieth of the time', () => {
    const { at, wait } = slow(100)
    expect(at(running(), 1)).toMatchObject({ value: 1, newest: 1 })
    wait(1899)
    expect(at(running(), 2)).toMatchObject({ value: 1, newest: 1 })
    wait(1)
    expect(at(running(), 3)).toMatchObject({ value: 2, newest: 3 })
  })

  test('are the last ones when it is over, and not of what is no more', () => {
    const { at } = slow(100)
    expect(at(running(), 5)).toMatchObject({ value: 1 })
    expect(at(running(), 4)).toMatchObject({ value: 2, newest: 4 })
    expect(at(over(), 5)).toMatchObject({ value: 3, newest: 5 })
  })
})
