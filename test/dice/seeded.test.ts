import { expect, test } from 'vitest'
import { seededDice, seededStream } from '../../src/dice/seeded.js'

const numbers = (seed: number, count: number): number[] => {
  const next = seededStream(seed)
  return Array.from({ length: count }, next)
}

test('a seed gives the same stream every time, and another seed another', () => {
  expect(numbers(5, 20)).toEqual(numbers(5, 20))
  expect(numbers(6, 20)).not.toEqual(numbers(5, 20))
})

test('numbers lie from 0 up to 1, half of them below a half, neighbouring seeds apart', () => {
  const many = numbers(1, 20_000)
  expect(many.every((value) => value >= 0 && value < 1)).toBe(true)
  expect(Math.abs(many.filter((value) => value < 0.5).length - 10_000)).toBeLessThan(400)
  const firsts = Array.from({ length: 1000 }, (_, seed) => numbers(seed, 1)[0] as number)
  expect(Math.abs(firsts.reduce((sum, value) => sum + value, 0) / 1000 - 0.5)).toBeLessThan(0.05)
})

test('draws are cards of the pile, each once', () => {
  const cards = ['a', 'b', 'c', 'd', 'e']
  expect(seededDice(3).draw('p', cards, 5).sort()).toEqual(cards)
  expect(cards).toContain(seededDice(3).draw('p', cards)[0])
  expect(() => seededDice(3).draw('p', cards, 6)).toThrow(RangeError)
})
