interface Look {
  template: string
  accent: string
  surface: string
  ink: string
  sale: string
}

const line = (x: number, y: number, width: number, height = 4) => ({ x, y, width, height, rx: Math.min(2, height / 2) })

/** A small drawing of a template's layout. */
export function Thumbnail({ template, accent, surface, ink, sale }: Look) {
  const pale = { fill: ink, fillOpacity: 0.12 }
  const soft = { fill: ink, fillOpacity: 0.35 }
  const goods = template === 'market' ? [12, 48, 84, 120] : template === 'studio' ? [12, 84] : [12, 60, 108]
  const width = template === 'market' ? 28 : template === 'studio' ? 64 : 40
  const top = template === 'studio' ? 66 : template === 'market' ? 44 : 58
  const height = template === 'studio' ? 30 : 26
  return (
    <svg viewBox="0 0 160 110" className="template-picture" aria-hidden>
      <rect width={160} height={110} fill={surface} />
      {template === 'market' ? <rect width={160} height={18} fill={accent} /> : <rect {...line(12, 9, 26, 5)} fill={ink} />}
      {template !== 'market' && [104, 122, 140].map((x) => <rect key={x} {...line(x, 10, 10, 3)} {...soft} />)}
      {template === 'market' && <rect x={44} y={5} width={72} height={8} rx={4} fill={surface} />}
      {template === 'classic' && <rect x={12} y={20} width={136} height={32} rx={3} {...pale} />}
      {template === 'classic' && <rect {...line(22, 30, 44, 5)} fill={ink} />}
      {template === 'classic' && <rect x={22} y={39} width={24} height={8} rx={2} fill={accent} />}
      {template === 'studio' && <rect x={0} y={20} width={160} height={38} {...pale} />}
      {template === 'studio' && <rect {...line(50, 32, 60, 6)} fill={ink} />}
      {template === 'studio' && <rect x={68} y={43} width={24} height={8} rx={4} fill={accent} />}
      {template === 'market' && [12, 34, 56, 78].map((x) => <rect key={x} {...line(x, 26, 16, 5)} {...soft} />)}
      {goods.map((x, i) => (
        <g key={x}>
          <rect x={x} y={top} width={width} height={height} rx={2} {...pale} />
          <rect {...line(x, top + height + 4, width * 0.7, 3)} fill={ink} />
          <rect {...line(x, top + height + 9, width * 0.4, 3)} fill={i === 1 ? sale : ink} />
        </g>
      ))}
    </svg>
  )
}
