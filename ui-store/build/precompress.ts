import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = new Set(['.js', '.css', '.svg', '.json'])

/** Writes .br and .gz files beside every text asset, so that serving needs no compression. */
export const precompress = (): Plugin => {
  let folder = ''
  return {
    name: 'stoa-store-precompress',
    apply: 'build',
    configResolved({ build }) {
      folder = join(build.outDir, build.assetsDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder)) {
        if (!TEXT.has(extname(name))) continue
        const bytes = readFileSync(join(folder, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
