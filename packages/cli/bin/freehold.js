#!/usr/bin/env node
// The `freehold` command.
import { main } from '../dist/index.js'

process.exitCode = await main(process.argv.slice(2))
