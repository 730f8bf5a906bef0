/** Nobody chooses the address that limits count for. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientAddress } from '../../src/api/http/client-address.js'
import { readConfig } from '../../src/platform/config.js'
import { startApp, type TestApp } from '../support/app.js'

function seen(TRUST_PROXY: string, forwarded: string | undefined, from = '10.0.0.7'): string {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: from }))
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return clientAddress(request, readConfig({ TRUST_PROXY }).trustsProxy)
}

describe('of a list, what a trusted proxy added', () => {
  const cases: [string, string | undefined, string][] = [
    ['no', '192.0.2.1', '10.0.0.7'],
    ['yes', '192.0.2.66, 192.0.2.1', '192.0.2.1'],
    ['1', '192.0.2.66, 192.0.2.1', '192.0.2.1'],
    ['2', '192.0.2.66,192.0.2.1 , 10.1.0.2', '192.0.2.1'],
    ['2', '192.0.2.1', '192.0.2.1'],
    ['1', undefined, '10.0.0.7'],
    ['1', 'unknown', '10.0.0.7'],
    ['1', '192.0.2.1, x', '10.0.0.7'],
    ['1', '2001:db8::1', '2001:db8::1'],
    ['2', 'x, 10.1.0.2', '10.1.0.2'],
    ['10.0.0.0/8', '192.0.2.66, 192.0.2.1, 10.1.0.2', '192.0.2.1'],
    ['10.0.0.7', '192.0.2.66, 192.0.2.1, 10.1.0.2', '10.1.0.2'],
    ['10.0.0.8, 2001:db8::/32', '192.0.2.66', '10.0.0.7'],
    ['10.0.0.0/8', ','.repeat(300), '10.0.0.7'],
  ]
  test.each(cases)('TRUST_PROXY=%s, %s: %s', (setting, forwarded, address) => {
    expect(seen(setting, forwarded)).toBe(address)
  })

  test('IPv4 in the form of IPv6 is the same proxy', () => {
    expect(seen('10.0.0.0/8', '192.0.2.1', '::ffff:10.0.0.7')).toBe('192.0.2.1')
    expect(seen('2001:db8::/32', '192.0.2.1', '2001:db8::7')).toBe('192.0.2.1')
  })
})

test.each(['0', '17', 'maybe', '10.0.0.0/33', '10.0.0', '10.0.0.7 x', ',', '::1/129', '10.0.0.7/8/8'])(
  '%s names no proxies',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/^TRUST_PROXY: expected no, the number of proxies/)
  },
)

describe('behind one proxy that appends', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ env: { TRUST_PROXY: '1', RATE_LIMIT: '10' } })
  })
  afterEach(() => app.close())

  test('one client has one limit, whatever it puts in front; another has its own', async () => {
    const ask = async (client: string, invented: number) =>
      (await fetch(`${app.url}/v1/games`, { headers: { 'x-forwarded-for': `198.51.100.${invented}, ${client}` } })).status
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push(await ask('192.0.2.1', i))
    expect(statuses.slice(-1)).toEqual([429])
    expect(await ask('192.0.2.2', 0)).toBe(200)
  })
})
