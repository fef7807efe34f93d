import type { AtRule, Container, Rule } from 'postcss'

/** At-rules that hold rules for elements, and those that stand for themselves. Others, such as imports, are left out. */
const holders = new Set(['media', 'supports', 'container', 'layer'])
const alone = new Set(['keyframes', '-webkit-keyframes', 'font-face'])

/** Selectors that mean the whole page; inside a piece of content they mean the piece. */
const whole = /^(?:html|body|:root|:host|&)(?![\w-])/i

/**
 * A shop's own styles, held to one element: every selector gets `scope` in front, so that a page cannot restyle
 * the shop around it. What cannot be read as CSS is left out altogether, and nothing in it can end a style element.
 */
export async function scopeCss(css: string | null | undefined, scope: string): Promise<string> {
  if (!css?.trim()) return ''
  const { parse } = await import('postcss')
  try {
    const root = parse(css)
    root.walkComments((comment) => void comment.remove())
    hold(root, scope)
    return root
      .toString()
      .trim()
      .replaceAll('<', String.raw`\3c `)
  } catch {
    return ''
  }
}

function hold(container: Container, scope: string): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'rule') holdRule(node as Rule, scope)
    else if (node.type === 'atrule' && holders.has((node as AtRule).name.toLowerCase()) && (node as AtRule).nodes)
      hold(node as AtRule, scope)
    else if (node.type === 'decl' || (node.type === 'atrule' && alone.has((node as AtRule).name.toLowerCase()))) continue
    else node.remove()
  }
}

function holdRule(rule: Rule, scope: string): void {
  const selectors = rule.selectors.flatMap((selector) => {
    const own = selector.trim()
    const rest = own.replace(whole, '')
    // What begins beside the element would reach out of it.
    if (/^\s*[+~|]/.test(rest)) return []
    return whole.test(own) ? `${scope}${rest}` : `${scope} ${own}`
  })
  if (selectors.length === 0) return void rule.remove()
  rule.selectors = selectors
  // Nested rules are held by the one around them; of nested at-rules only conditions are kept.
  for (const node of [...rule.nodes]) if (node.type === 'atrule' && !holders.has(node.name.toLowerCase())) node.remove()
}
