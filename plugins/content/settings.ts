import { colourContrast, defineSettings, f, invalid, READABLE, text } from '#core'

const colour = (value: string) => f.text({ default: value, maxLength: 9, open: true })

/** Which template the store wears, and in which colours. */
export const template = defineSettings({
  group: 'template',
  order: 20,
  fields: {
    template: f.pick(['classic', 'studio', 'market'], { default: 'classic', open: true }),
    accent: colour('#1f5f4a'),
    surface: colour('#ffffff'),
    ink: colour('#1c1f1e'),
    sale: colour('#b3261e'),
  },
  check: ({ next }) => {
    const colours = { surface: next.surface, accent: next.accent, ink: next.ink, sale: next.sale }
    for (const [name, value] of Object.entries(colours)) {
      const ratio = name === 'surface' ? colourContrast(value, '#000000') : colourContrast(value, next.surface)
      if (Number.isNaN(ratio)) throw invalid({ [name]: text('content:error.colour') })
      if (name !== 'surface' && ratio < READABLE) throw invalid({ [name]: text('content:error.contrast', { ratio: ratio.toFixed(1) }) })
    }
  },
})
