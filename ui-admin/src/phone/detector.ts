/** The part of a reader of codes that is used. */
export interface Detector {
  detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface Native {
  new (): Detector
  getSupportedFormats(): Promise<string[]>
}

/** The browser's own reader, if it reads all we print: some have the class and no formats. */
async function nativeReader(): Promise<Detector | undefined> {
  const Own: unknown = Reflect.get(window, 'BarcodeDetector')
  if (typeof Own !== 'function') return undefined
  const formats = await (Own as Native).getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code') && formats.includes('code_128') ? new (Own as Native)() : undefined
}

let made: Promise<Detector> | undefined

/** A reader of codes: the browser's own, or else ours, which is loaded with the first question. */
export function detector(): Promise<Detector> {
  made ??= nativeReader().then(async (own) => own ?? (await import('./reader.ts')).makeReader())
  // What the network kept away is asked for again.
  made.catch(() => (made = undefined))
  return made
}

/** Loads what reads codes before the network goes: a first look at nothing brings all of it. */
export async function warmReader(): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 8
  await (await detector()).detect(canvas as unknown as HTMLVideoElement).catch(() => [])
}
