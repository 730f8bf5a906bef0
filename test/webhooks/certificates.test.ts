import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { expect, test } from 'vitest'
import { post } from '../../src/webhooks/post.js'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A certificate for this name that nobody vouches for. */
function selfSigned(name: string): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
    '-subj',
    `/CN=${name}`,
  ]
  spawnSync('openssl', [...made, '-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert])
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

test.skipIf(!hasOpenssl)('a receiver is asked for by its name, and must have a certificate for it', async () => {
  const pair = selfSigned('bots.example.org')
  const [names, requests]: [string[], unknown[]] = [[], []]
  const server = createServer(
    {
      ...pair,
      SNICallback(name, done) {
        names.push(name)
        done(null, createSecureContext(pair))
      },
    },
    (request, response) => {
      requests.push(request)
      response.writeHead(204).end()
    },
  )
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const url = `https://bots.example.org:${(server.address() as AddressInfo).port}/`
  const settings = { allowsPrivate: true, timeoutMs: 5000, resolve: async () => ['127.0.0.1'] }
  const attempt = await post({ url, headers: {}, body: '{}' }, settings, new AbortController().signal)
  expect(attempt).toMatchObject({ delivered: false, answer: null, error: 'no answer: DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect([names, requests]).toEqual([['bots.example.org'], []])
  await new Promise((done) => server.close(done))
})
