import type { API, BlockTool, BlockToolConstructorOptions, PasteConfig, PasteEvent, ToolboxConfig } from '@editorjs/editorjs'
import { t } from '../../i18n/index.ts'

/** An embedded video of another site. Only the server knows the allowed sites and their player URLs. */
interface VideoData {
  source: string
  caption: string
}

const icon =
  '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><rect x="4" y="6" width="16" height="12" rx="2"/><path d="M10.5 9.5v5l4-2.5z" fill="currentColor" stroke="none"/></svg>'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Block for a video by its URL. The player is not shown in the admin, so that nothing is loaded from other sites. */
export class VideoTool implements BlockTool {
  static get toolbox(): ToolboxConfig {
    return { title: t('editor.video'), icon }
  }
  static get isReadOnlySupported(): boolean {
    return true
  }
  /** A URL pasted on a line of its own becomes a video. */
  static get pasteConfig(): PasteConfig {
    return {
      patterns: {
        youtube: /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch|shorts)|youtu\.be\/)\S+$/,
        vimeo: /^https:\/\/(?:www\.)?vimeo\.com\/\d+\S*$/,
      },
    }
  }

  readonly #readOnly: boolean
  readonly #api: API
  readonly #source = document.createElement('input')
  readonly #caption = document.createElement('input')

  constructor({ data, api, readOnly }: BlockToolConstructorOptions<Partial<VideoData>>) {
    this.#readOnly = readOnly
    this.#api = api
    this.#source.value = text(data.source)
    // Captions may contain inline tags; they are edited as plain text.
    this.#caption.value = new DOMParser().parseFromString(text(data.caption), 'text/html').body.textContent
  }

  render(): HTMLElement {
    const frame = document.createElement('div')
    frame.className = 'video-block'
    const mark = document.createElement('span')
    mark.className = 'video-mark'
    mark.innerHTML = icon
    frame.append(mark, this.#line(this.#source, t('editor.videoAddress'), 'url'), this.#line(this.#caption, t('editor.caption'), 'text'))
    return frame
  }

  #line(input: HTMLInputElement, label: string, type: string): HTMLInputElement {
    Object.assign(input, { type, placeholder: label, readOnly: this.#readOnly, className: this.#api.styles.input })
    input.setAttribute('aria-label', label)
    return input
  }

  save(): VideoData {
    const caption = document.createElement('i')
    caption.textContent = this.#caption.value.trim()
    return { source: this.#source.value.trim(), caption: caption.innerHTML }
  }

  /** A block without a URL is dropped. */
  validate({ source }: VideoData): boolean {
    return source !== ''
  }

  onPaste(event: PasteEvent): void {
    if (event.type === 'pattern') this.#source.value = text((event.detail as { data?: unknown }).data)
  }
}
