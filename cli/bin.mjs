#!/usr/bin/env node
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Error: Stoa needs Node 20.19 or newer, this is ${process.versions.node}.\n`)
  process.exit(78)
}

// Plain JavaScript up to here and in build/*.mjs: this is what turns the TypeScript sources into a program.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { buildServer } = await import('./build/server.mjs')
const { findShop } = await import('../core/shop.mjs')
let shop
try {
  shop = findShop(root)
  await buildServer(root, shop)
} catch (error) {
  process.stderr.write(`Error: ${error.message}\n`)
  process.exit(1)
}
const { traceToSources } = await import('./build/trace.mjs')
traceToSources(pathToFileURL(join(shop, 'dist/')).href)
const { main } = await import(pathToFileURL(join(shop, 'dist/cli/main.js')).href)
await main(process.argv.slice(2))
