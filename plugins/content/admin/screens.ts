/** Admin screens of this plugin. */
export const screens = {
  'content/shop-link': () => import('./shop-link.tsx'),
  'content/announcement-view': () => import('./announcement/announcement-view.tsx'),
  'content/landing-traffic': () => import('./traffic/traffic.tsx'),
  'content/landing-traffic-link': () => import('./traffic/link.tsx'),
  'content/media': () => import('./media/media.tsx'),
  'content/menu-table': () => import('./menu-tree/menu-table.tsx'),
  'content/menu-tree': () => import('./menu-tree/menu-tree.tsx'),
  'content/menu-view': () => import('./menu-tree/table-choice.tsx'),
}

/** Custom inputs of fields. */
export const editors = {
  'landing_page.elements': () => import('./landing/elements-field.tsx'),
  'menu.url': () => import('./menu-tree/url-input.tsx'),
  'template.template': () => import('./template/choice.tsx'),
  'template.accent': () => import('./template/colour.tsx'),
  'template.surface': () => import('./template/colour.tsx'),
  'template.ink': () => import('./template/colour.tsx'),
  'template.sale': () => import('./template/colour.tsx'),
}
