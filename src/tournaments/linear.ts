/** Small systems of linear equations. */

export type Vector = readonly number[]
export type Matrix = readonly Vector[]

export const zeros = (size: number): number[] => new Array<number>(size).fill(0)

export function dot(a: Vector, b: Vector): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

export const product = (matrix: Matrix, vector: Vector): Vector => matrix.map((row) => dot(row, vector))

/** Null if the matrix is singular. */
export function inverseOf(matrix: Matrix): Matrix | null {
  return solved(
    matrix,
    matrix.map((_, row) => matrix.map((_, column) => Number(row === column))),
  )
}

/** What the matrix must be multiplied by to give this vector; null if it is singular. */
export const solutionOf = (matrix: Matrix, vector: Vector): Vector | null =>
  solved(
    matrix,
    vector.map((value) => [value]),
  )?.map((row) => row[0] ?? 0) ?? null

const TINY = 1e-12

/** By elimination, with the largest pivot of each column. */
function solved(matrix: Matrix, right: Matrix): Matrix | null {
  const size = matrix.length
  const rows = matrix.map((row, index) => Float64Array.from([...row, ...(right[index] ?? [])]))
  for (let column = 0; column < size; column++) {
    const pivot = pivotOf(rows, column)
    const top = rows[pivot]
    const scale = top?.[column] ?? 0
    if (!top || Math.abs(scale) < TINY) return null
    rows[pivot] = rows[column] ?? top
    rows[column] = top
    for (let index = column; index < top.length; index++) top[index] = (top[index] ?? 0) / scale
    for (const row of rows) if (row !== top) subtract(row, top, column)
  }
  return rows.map((row) => [...row.subarray(size)])
}

function pivotOf(rows: readonly Float64Array[], column: number): number {
  let best = column
  for (let row = column + 1; row < rows.length; row++) {
    if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row
  }
  return best
}

/** So often that nothing is left in the column. What is before it is 0 in the other row. */
function subtract(row: Float64Array, other: Float64Array, column: number): void {
  const times = row[column] ?? 0
  if (times === 0) return
  for (let index = column; index < row.length; index++) row[index] = (row[index] ?? 0) - times * (other[index] ?? 0)
}
