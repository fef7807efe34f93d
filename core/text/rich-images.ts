import { parseBlocks } from './rich.ts'

/** Base of relative URLs: they belong to this shop. */
const SHOP = 'http://shop.invalid'

/** Path of the upload that a URL of this shop serves; undefined for other URLs. */
function uploadPath(url: string): string | undefined {
  try {
    const { origin, pathname } = new URL(url.trim(), SHOP)
    const path = decodeURIComponent(pathname)
    return origin === SHOP && path.startsWith('/files/') ? path.slice('/files/'.length) : undefined
  } catch {
    return undefined
  }
}

/** Paths of the uploads shown in a stored rich text, one for each occurrence. */
export function listRichImages(value: string): string[] {
  const inBlocks = parseBlocks(value)?.flatMap(({ type, data }) =>
    type === 'image' ? String((data.file as { url?: unknown } | undefined)?.url ?? '') : [],
  )
  const urls = inBlocks ?? [...value.matchAll(/<img [^>]*?src="([^"]*)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'))
  return urls.flatMap((url) => uploadPath(url) ?? [])
}
