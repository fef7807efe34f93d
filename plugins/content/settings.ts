import { defineSettings, f } from '#core'

const colour = (value: string) => f.text({ default: value, maxLength: 9, open: true })

/** Which template the store wears, and in which colours. */
export const template = defineSettings({
  group: 'template',
  order: 20,
  fields: {
    template: f.pick(['classic', 'studio', 'market'], { default: 'classic', open: true }),
    accent: colour('#1f5f4a'),
    accent_ink: colour('#ffffff'),
    surface: colour('#ffffff'),
    ink: colour('#1c1f1e'),
    sale: colour('#b3261e'),
  },
})
