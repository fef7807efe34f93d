import { HolidayFileError } from './holiday-event.ts'

/** Decodes UTF-8 without its byte-order mark. @throws HolidayFileError when the bytes are in another encoding */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HolidayFileError('encoding')
  }
}
