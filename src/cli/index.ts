#!/usr/bin/env node
import { main } from './main.js'
import { processIo } from './terminal.js'

process.exitCode = await main(process.argv.slice(2), processIo())
