/** Inputs of the kernel's own settings that say more than a line of text. */
export const settingEditors = {
  'basic.supported_countries': () => import('./countries.tsx'),
  'basic.supported_languages': () => import('./languages.tsx'),
  'basic.default_country_code': () => import('./phone-code.tsx'),
}
