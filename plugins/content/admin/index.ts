/** Admin screens of this plugin. */
export const screens = {}

/** Inputs of the template's settings. */
export const editors = {
  'template.template': () => import('./template/choice.tsx'),
  'template.accent': () => import('./template/colour.tsx'),
  'template.surface': () => import('./template/colour.tsx'),
  'template.ink': () => import('./template/colour.tsx'),
  'template.sale': () => import('./template/colour.tsx'),
}
