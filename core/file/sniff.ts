/** A file type as its first bytes tell it; names and headers are never believed. */
export interface FileType {
  mime: string
  extension: string
  image: boolean
}

const starts = (bytes: Buffer, hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex

const types: readonly [test: (b: Buffer) => boolean, type: FileType][] = [
  [(b) => starts(b, '89504e470d0a1a0a'), { mime: 'image/png', extension: 'png', image: true }],
  [(b) => starts(b, 'ffd8ff'), { mime: 'image/jpeg', extension: 'jpg', image: true }],
  [(b) => starts(b, '474946383761') || starts(b, '474946383961'), { mime: 'image/gif', extension: 'gif', image: true }],
  [(b) => starts(b, '52494646') && starts(b, '57454250', 8), { mime: 'image/webp', extension: 'webp', image: true }],
  [(b) => b.subarray(4, 12).toString('latin1') === 'ftypavif', { mime: 'image/avif', extension: 'avif', image: true }],
  [(b) => starts(b, '255044462d'), { mime: 'application/pdf', extension: 'pdf', image: false }],
  [(b) => starts(b, '504b0304'), { mime: 'application/zip', extension: 'zip', image: false }],
  [isSvg, { mime: 'image/svg+xml', extension: 'svg', image: true }],
]

function isSvg(bytes: Buffer): boolean {
  const head = bytes
    .subarray(0, 1_000)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  return /^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(head)
}

/** What is told of a file with one of our endings. */
export const mimeOf: Record<string, string> = Object.fromEntries(types.map(([, type]) => [type.extension, type.mime]))

/** The type of a file, or undefined when it is none we know. */
export const sniff = (bytes: Buffer): FileType | undefined => types.find(([test]) => test(bytes))?.[1]
