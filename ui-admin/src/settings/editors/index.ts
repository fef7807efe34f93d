/** Custom inputs of the kernel's settings. */
export const settingEditors = {
  'basic.supported_countries': () => import('./countries.tsx'),
  'basic.supported_languages': () => import('./languages.tsx'),
  'basic.default_country_code': () => import('./phone-code.tsx'),
}
