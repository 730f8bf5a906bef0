/** A real browser for tests: one that is installed, or the one that comes from npm. */
import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser, or why none can start on this machine: the package from npm has one for Linux on x64 alone. */
export async function startBrowser(): Promise<Browser | string> {
  const installed = INSTALLED.find(existsSync)
  try {
    if (installed !== undefined) return await chromium.launch({ executablePath: installed, args: ['--no-sandbox'] })
    sparticuz.setGraphicsMode = false
    return await chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args })
  } catch (error) {
    return `no browser can start here: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  }
}
