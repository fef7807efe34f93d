import { parseBlocks } from './rich.ts'

/** An address without a host is one of this shop. */
const SHOP = 'http://shop.invalid'

/** Path of the upload that an address of this shop serves; undefined for any other address. */
function uploadPath(url: string): string | undefined {
  try {
    const { origin, pathname } = new URL(url.trim(), SHOP)
    const path = decodeURIComponent(pathname)
    return origin === SHOP && path.startsWith('/files/') ? path.slice('/files/'.length) : undefined
  } catch {
    return undefined
  }
}

/** Paths of the uploads a stored rich text shows as pictures, once for each picture. */
export function listRichImages(value: string): string[] {
  const inBlocks = parseBlocks(value)?.flatMap(({ type, data }) =>
    type === 'image' ? String((data.file as { url?: unknown } | undefined)?.url ?? '') : [],
  )
  const urls = inBlocks ?? [...value.matchAll(/<img [^>]*?src="([^"]*)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'))
  return urls.flatMap((url) => uploadPath(url) ?? [])
}
