import type { Kernel, Locale } from 'stoa'
import type { Block } from '../domain/document.ts'
import { letterhead } from '../settings.ts'

/** Letterhead and footer of documents, from the settings. */
export function readLetterhead(kernel: Kernel, language: Locale): { name: string; head: Block[]; footnote: string } {
  const values = kernel.settings.read(letterhead.group, language) as Record<'business_name' | 'address' | 'contact' | 'footnote', unknown>
  const name = String(values.business_name || kernel.settings.read('basic', language).name)
  const head: Block[] = [{ type: 'text', text: name, strong: true }]
  for (const text of [values.address, values.contact]) if (text) head.push({ type: 'text', text: String(text), quiet: true })
  return { name, head, footnote: String(values.footnote ?? '') }
}
