/** A supported language. In requests `default` stands for the site's main language. */
export type Locale = 'en-US' | 'zh-HK' | 'zh-CN'

/** A per-language value as `?language=*` returns it. A missing key means "not translated". */
export type Localized<T = string> = Partial<Record<Locale, T>>
