import type { Locale } from 'stoa/api-types'
import type { Tag } from './head/head-tags.ts'
import { escapeHtml, renderHead, safeJson } from './head/render-head.ts'
import { layoutScreens } from './kit/layout-screens.ts'
import { fileUrl } from './kit/shop.tsx'
import { themeCss } from './kit/theme.ts'
import type { PageState } from './state.ts'

/** URLs of the client's files. */
export interface Assets {
  scripts: string[]
  /** Modules that the scripts import. */
  imported: string[]
  styles: string[]
  /** Files to preload, by screen id and by language. */
  preload: Record<string, string[]>
  /** Markup for the head from a development server. */
  extra?: string
}

interface DocumentInput {
  language: Locale
  state: PageState
  /** Serialized data of the frame, when it exists already. */
  serializedFrame?: string
  body: string
  nonce: string
  assets: Assets
  head: Tag[]
  colours: Record<string, string>
  /** Template of the shop's layout; an unknown one falls back to the plain layout. */
  template: string
  icon: string | null
  screen: string | undefined
  noScript: string
}

const stateText = (state: PageState, serializedFrame: string | undefined): string => {
  if (serializedFrame === undefined) return safeJson(state)
  const { shell: _, ...rest } = state
  return `${safeJson(rest).slice(0, -1)},"shell":${serializedFrame}}`
}

/**
 * The HTML document. The only inline script is a data block; the only inline style holds the shop's colours. Rendered content is
 * readable before scripts run, so scripts have a lower fetch priority than images.
 */
export const document = (input: DocumentInput): string => {
  const { language, state, body, nonce, assets } = input
  const drawn = input.screen ? [input.screen, ...(state.seed?.kind === 'screen' ? state.seed.slots : [])] : []
  const found = [language, ...layoutScreens(state.bootstrap.slots), ...drawn].flatMap((key) => assets.preload[key] ?? [])
  const early = [...assets.imported, ...found]
  const theme = themeCss(input.colours)
  const icon = fileUrl(input.icon)
  return `<!doctype html>
<html lang="${language}" data-template="${escapeHtml(input.template)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${renderHead(input.head)}
${icon ? `<link rel="icon" href="${escapeHtml(icon)}">` : '<link rel="icon" href="data:,">'}
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${theme ? `<style nonce="${nonce}">${theme}</style>` : ''}
${[...new Set(early)].map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`).join('\n')}
<noscript><style>.loading{display:none}</style></noscript>
${assets.extra ?? ''}
${assets.scripts.map((src) => `<script type="module" nonce="${nonce}" src="${src}" fetchpriority="low"></script>`).join('\n')}
</head>
<body>
<div id="root">${body}</div>
${body ? '' : `<noscript><p class="boot">${escapeHtml(input.noScript)}</p></noscript>`}
<p class="boot" id="boot-failed" hidden>${escapeHtml(input.noScript)}</p>
<script type="application/json" id="state" nonce="${nonce}">${stateText(state, input.serializedFrame)}</script>
</body>
</html>
`
}
