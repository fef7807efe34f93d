import { afterAll, beforeAll } from 'vitest'
import { parts } from '../../tests/support/no-parts.ts'
import type { Assets } from '../src/document.ts'
import type { CallInit, FetchApi } from '../src/kit/call.ts'
import type { Bootstrap, StoreParts, StoreScreen } from '../src/kit/types.ts'
import { render, type RenderAnswer, type RenderRequest } from '../src/render.tsx'

/** A shop with three languages and two currencies. */
export const settings = {
  basic: {
    name: 'Harbour & Tea',
    main_language: 'en-US',
    supported_languages: ['en-US', 'zh-HK', 'zh-CN'],
    time_zone: 'Asia/Hong_Kong',
    supported_countries: [],
    default_country_code: '852',
    supported_country_codes: ['852'],
  },
  image: { logo: null, icon: null, banner: null, admin_logo: null },
  currency: {
    base_currency: 'HKD',
    supported_currencies: [
      { identifier: 'HKD', rate: '1', mark: 'HK$' },
      { identifier: 'USD', rate: '0.128', mark: 'US$' },
    ],
  },
}

/** A fake API with responses by path; other paths return 404. */
export const api =
  (answers: Record<string, (request: { query: URLSearchParams; body: unknown; init: CallInit }) => unknown>): FetchApi =>
  async (path, init) => {
    const { pathname, searchParams: query } = new URL(path, 'http://x')
    const answer = answers[pathname]
    if (!answer) return { status: 404, json: async () => ({ messages: ['Not found.'] }) }
    const body = await answer({ query, init, body: init.body === undefined ? undefined : JSON.parse(init.body) })
    return { status: (body as { code?: number } | null)?.code ?? 200, json: async () => body }
  }

export const assets: Assets = {
  scripts: ['/assets/entry.js'],
  imported: ['/assets/react.js'],
  styles: ['/assets/store.css'],
  preload: {
    'en-US': ['/assets/en.js'],
    'drawn/tea': ['/assets/tea.js', '/assets/shared.js'],
    'drawn/top': ['/assets/top.js'],
    'drawn/piece': ['/assets/shared.js', '/assets/piece.js'],
  },
}

/** Registers screens of a test plugin, with the paths that show them. */
export function brings(part: Omit<StoreParts, 'screens'>, screens: Record<string, StoreScreen<never>>): void {
  const testParts: StoreParts = {
    ...part,
    screens: Object.fromEntries(Object.entries(screens).map(([id, screen]) => [id, () => Promise.resolve(screen as StoreScreen)])),
  }
  const all = parts as StoreParts[]
  beforeAll(() => void all.push(testParts))
  // Other tests in this process have none.
  afterAll(() => void all.splice(all.indexOf(testParts), 1))
}

export const bootstrap = (more: Partial<Bootstrap> = {}): Bootstrap => ({
  routes: [],
  slots: [],
  origin: 'https://shop.test',
  signedIn: false,
  staff: false,
  ...more,
})

/** The state that a page passes to its script, as far as tests use it. */
export interface ClientPageState {
  language: string
  prefix: string
  currency: string
  drawn: boolean
  bootstrap: Bootstrap
  seed: { data?: { search?: unknown } }
  shell: { settings: { basic: { header_script?: string } } }
}

export interface Page extends RenderAnswer {
  state: ClientPageState
  /** The markup of the page, without the state for its script. */
  text: string
  problems: unknown[]
}

/** Renders a page on the server. */
export async function draw(
  url: string,
  {
    siteSettings = settings,
    answers = {},
    ...more
  }: Partial<RenderRequest> & { siteSettings?: object; answers?: Parameters<typeof api>[0] } = {},
): Promise<Page> {
  const problems: unknown[] = []
  const fetchApi = api({ '/api/settings': () => siteSettings, ...answers })
  const answer = await render({
    url,
    nonce: 'NONCE',
    fetchApi,
    frameApi: fetchApi,
    bootstrap: bootstrap(),
    assets,
    report: (error) => problems.push(error),
    ...more,
  })
  const [, text = '', state = 'null'] =
    /^([\s\S]*)<script type="application\/json" id="state"[^>]*>([\s\S]*?)<\/script>/.exec(answer.html) ?? []
  return { ...answer, text, state: JSON.parse(state) as ClientPageState, problems }
}
