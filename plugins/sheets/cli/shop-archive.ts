import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { archives } from 'stoa/cli'

/** Allow list of file names in an archive of a shop. Other entries are skipped, which also prevents path traversal. */
const isShopFile = (name: string): boolean =>
  /^(?:[a-z][a-z0-9_]*\.(?:ndjson|json)|files\/(?:img|doc)\/[0-9a-f]{2}\/[0-9a-f]{24}\.[a-z0-9]{2,4})$/.test(name)

/** Packs the folder of a shop, atomically. */
export async function packShop(folder: string, archive: string): Promise<void> {
  const { ArchiveWriter } = await archives()
  const part = `${archive}.${process.pid}.part`
  const writer = new ArchiveWriter(createWriteStream(part, { mode: 0o600 }))
  try {
    for (const name of (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/')).sort()) {
      if (!isShopFile(name)) continue
      const file = join(folder, name)
      await writer.stream(name, (await stat(file)).size, createReadStream(file))
    }
    await writer.end()
    await rename(part, archive)
  } catch (error) {
    writer.abandon()
    await rm(part, { force: true })
    throw error
  }
}

/** Unpacks the archive of a shop into a folder. */
export async function unpackShop(archive: string, folder: string): Promise<void> {
  const { findEntries } = await archives()
  for await (const { name, body } of findEntries(archive)) {
    if (!isShopFile(name)) continue
    const target = join(folder, name)
    await mkdir(dirname(target), { recursive: true })
    await pipeline(body, createWriteStream(target, { mode: 0o600 }))
  }
}
