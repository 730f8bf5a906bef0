/** Of several measurements of the same. */

/** The figure below which this part of them lies; between two of them where it falls there. */
export function quantile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const place = part * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place % 1)
}

export const median = (numbers) => quantile(numbers, 0.5)
