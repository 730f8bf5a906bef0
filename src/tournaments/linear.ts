/** Small systems of linear equations. */

export type Vector = readonly number[]
export type Matrix = readonly Vector[]

/** By elimination with the largest pivot of each column. Null if the matrix is singular. */
export function inverseOf(matrix: Matrix): Matrix | null {
  const size = matrix.length
  const rows = matrix.map((row, index) => [...row, ...row.map((_, column) => Number(column === index))])
  for (let column = 0; column < size; column++) {
    const pivot = pivotOf(rows, column)
    const top = rows[pivot] ?? []
    const scale = top[column] ?? 0
    if (Math.abs(scale) < TINY) return null
    rows[pivot] = rows[column] ?? []
    rows[column] = top.map((value) => value / scale)
    rows.forEach((row, index) => {
      if (index !== column) subtract(row, rows[column] ?? [], row[column] ?? 0)
    })
  }
  return rows.map((row) => row.slice(size))
}

const TINY = 1e-12

function pivotOf(rows: Matrix, column: number): number {
  let best = column
  for (let row = column + 1; row < rows.length; row++)
    if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row
  return best
}

/** In place. */
function subtract(row: number[], other: Vector, times: number): void {
  if (times === 0) return
  for (let column = 0; column < row.length; column++) row[column] = (row[column] ?? 0) - times * (other[column] ?? 0)
}

export const product = (matrix: Matrix, vector: Vector): Vector => matrix.map((row) => dot(row, vector))

export function dot(a: Vector, b: Vector): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

export const zeros = (size: number): number[] => Array.from({ length: size }, () => 0)
