import { expect, test } from 'vitest'
import { VARIABLE_NAMES } from '../../src/platform/config.js'
import { strangeSettings } from '../../src/platform/strange-settings.js'

const told = (env: Record<string, string>) => strangeSettings(env, VARIABLE_NAMES)

test.each([
  ['REGISTRATIONS', 'REGISTRATION'],
  ['RATE_LIMITS', 'RATE_LIMIT'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['TRUSTED_PROXIES', 'TRUST_PROXY'],
  ['SECRETS_KEY_FILE', 'SECRETS_KEY'],
  ['CHANCERY_PORT', 'PORT'],
])('%s is named with %s, and its value is not', (name, nearest) => {
  expect(told({ [name]: 'hunter2' })).toBe(`Not settings of this server, and without effect: ${name} (did you mean ${nearest}?).`)
})

test('several are named in one line; what is empty or stands beside the right one is not', () => {
  expect(told({ RATE_LIMITS: '1', CORS_ORIGIN: '*', REGISTRATIONS: '' })).toBe(
    'Not settings of this server, and without effect: CORS_ORIGIN (did you mean CORS_ORIGINS?), RATE_LIMITS (did you mean RATE_LIMIT?).',
  )
  expect(told({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://a/b' })).toBeUndefined()
})

test('what is on every machine, in every container and in every pod is no matter of ours', () => {
  const common =
    'PATH HOME HOST HOSTNAME HOSTTYPE PWD OLDPWD USER LOGNAME LANG LC_ALL TERM SHELL SHLVL TMPDIR TZ EDITOR MAIL PORTS SORT ' +
    'NODE_VERSION NODE_OPTIONS NODE_PATH YARN_VERSION npm_config_cache npm_lifecycle_event INIT_CWD PGHOST PGPASSWORD PGPORT PGDATABASE ' +
    'POSTGRES_PASSWORD POSTGRES_USER POSTGRES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_PORT CHANCERY_SERVICE_HOST CHANCERY_SERVICE_PORT ' +
    'CHANCERY_PORT_3000_TCP_ADDR METRICS_PORT_9090_TCP OTEL_LOG_LEVEL OTEL_SERVICE_NAME CI DEBUG FORCE_COLOR XDG_DATA_DIRS XDG_CACHE_HOME ' +
    'JAVA_HOME CACHE_DIR BASE_DIR LOG_FILE DOCKER_HOST SSH_AUTH_SOCK LD_LIBRARY_PATH'
  expect(told(Object.fromEntries(common.split(' ').map((name) => [name, 'x'])))).toBeUndefined()
  expect(told({ CHANCERY_PORT: 'tcp://10.0.0.1:3000' })).toBeUndefined()
})
