import { expect, test } from 'vitest'
import { csvLine } from '../../src/tournaments/csv.js'

test.each([
  [[1, 'two', null, true, 0.5], '1,two,,true,0.5\r\n'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
  [['=1+1', '@x', '-1', '+1'], "'=1+1,'@x,'-1,'+1\r\n"],
  [[-1], '-1\r\n'],
])('%j as a line', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
