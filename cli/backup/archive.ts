import { createReadStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'

/** Writes a tar.gz archive entry by entry; readable with `tar -tzf`. */
export class ArchiveWriter {
  readonly #pack = tar.pack()
  readonly #written: Promise<void>

  constructor(out: Writable) {
    this.#written = pipeline(this.#pack, createGzip(), out)
    // The error is reported by the next write, or by the end.
    this.#written.catch(() => undefined)
  }

  async bytes(name: string, bytes: Buffer): Promise<void> {
    const entry = this.#entry(name, bytes.length)
    entry.end(bytes)
    await this.#taken(entry)
  }

  /** `size` in bytes: exactly this many must follow. */
  async stream(name: string, size: number, from: AsyncIterable<Buffer>): Promise<void> {
    const entry = this.#entry(name, size)
    await Promise.race([pipeline(from, entry), this.#broken()])
  }

  async end(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  /** Aborts, so that the file is no valid archive. */
  abandon(): void {
    this.#pack.destroy()
  }

  #entry(name: string, size: number) {
    return this.#pack.entry({ name, size, mode: 0o600, mtime: new Date(0) })
  }

  #taken(entry: Writable): Promise<unknown> {
    return Promise.race([new Promise((resolve, reject) => entry.once('finish', resolve).once('error', reject)), this.#broken()])
  }

  /** Rejects when writing fails, for example on a full disk; never resolves. */
  #broken(): Promise<never> {
    return this.#written.then(() => new Promise<never>(() => undefined))
  }
}

/** One entry of an archive: its bytes must be read or skipped before the next one. */
export interface Entry {
  name: string
  body: Readable
}

/** Reads the entries of an archive in order. @throws Error when it is truncated, damaged or no archive */
export async function* findEntries(file: string): AsyncGenerator<Entry> {
  const extract = tar.extract()
  const read = pipeline(createReadStream(file), createGunzip(), extract)
  read.catch((error: unknown) => extract.destroy(error as Error))
  for await (const entry of extract as AsyncIterable<Readable & { header: tar.Headers }>) {
    yield { name: entry.header.name, body: entry }
    entry.resume()
  }
  await read
}

/** All bytes of a small entry. */
export async function findBytes(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
