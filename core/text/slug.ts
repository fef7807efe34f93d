import type { pinyin as Pinyin } from 'pinyin-pro'
import type { transliterate as Transliterate } from 'transliteration'

/** The last four digits of the time make a generated slug probably unique (specification C §5). */
const suffix = (now: number) => String(now).slice(-4)

/**
 * Generates a slug from a title: pinyin without tones, other scripts transliterated to Latin, lower case, hyphens for spaces, no
 * "?" or "/", at most `length` characters plus four digits of the time.
 */
export async function slugFrom(title: string, length: number, now = Date.now()): Promise<string> {
  const [{ pinyin }, { transliterate }] = await Promise.all([
    import('pinyin-pro') as Promise<{ pinyin: typeof Pinyin }>,
    import('transliteration') as Promise<{ transliterate: typeof Transliterate }>,
  ])
  const latin = transliterate(pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(''))
  const words = latin
    .toLowerCase()
    .replaceAll(/['’?/]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  // A title without letters gives only the digits.
  return [words.slice(0, length).replace(/-$/, ''), suffix(now)].filter(Boolean).join('-')
}
