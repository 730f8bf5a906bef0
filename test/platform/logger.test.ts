import { expect, test } from 'vitest'
import { requestId } from '../../src/api/http/server.js'
import { createLogger } from '../../src/platform/logger.js'

test('tokens and secrets never reach the log', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const headers = { authorization: 'Bearer chy_hidden', cookie: 'session=hidden', 'set-cookie': 'hidden', accept: 'text/plain' }
  logger.info(
    { req: { headers }, token: 'hidden', match: { secret: 'hidden' }, err: { config: { password: 'hidden' } } },
    'a request',
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('hidden')
  expect(lines[0]).toContain('text/plain')
})

test("a caller's request id is kept only if it is harmless", () => {
  expect(requestId({ headers: { 'x-request-id': 'abc-123' } })).toBe('abc-123')
  expect(requestId({ headers: { 'x-request-id': 'a\nb' } })).toMatch(/^[0-9a-f-]{36}$/)
  expect(requestId({ headers: {} })).toMatch(/^[0-9a-f-]{36}$/)
})
