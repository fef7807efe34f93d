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

/** Without what stands in brackets: that narrows an element and never leads to another one. */
function bare(selector: string): string {
  const open: string[] = []
  let rest = ''
  for (const sign of selector) {
    const inside = open.at(-1)
    if (inside === '[' ? sign === ']' : inside === '(' && sign === ')') open.pop()
    else if (inside !== '[' && (sign === '(' || sign === '[')) open.push(sign)
    else if (inside === undefined) rest += sign
  }
  // What is opened and not closed narrows nothing.
  return open.length > 0 ? selector : rest
}

/** Whether what follows the element itself goes on beside it, which would reach out of it: `+ x`, `.a ~ x`, `:not(.b) + x`. */
const reachesOut = (rest: string) => /^[^\s>+~|]*\s*[+~|]/.test(bare(rest))
/** Whether what follows the element itself still means the element. */
const staysThere = (rest: string) => !/[\s>+~|]/.test(bare(rest).trim())

function holdRule(rule: Rule, scope: string): void {
  const kept = rule.selectors.flatMap((selector) => {
    const own = selector.trim()
    const rest = own.replace(whole, '')
    if (!whole.test(own)) return [{ selector: `${scope} ${own}`, itself: false }]
    return reachesOut(rest) ? [] : [{ selector: `${scope}${rest}`, itself: staysThere(rest) }]
  })
  keep(rule, kept)
}

/** A rule within a rule is about what is in the outer one, or about that itself; `itself` is where the outer one may mean the piece of content. */
function holdNested(rule: Rule, itself: boolean): void {
  const kept = rule.selectors.flatMap((selector) => {
    const own = selector.trim()
    // `footer:not(&)` would be about everything else.
    if (own.includes('&') && !own.startsWith('&')) return []
    const rest = own.startsWith('&') ? own.slice(1) : ` ${own}`
    return itself && reachesOut(rest) ? [] : [{ selector: own, itself: itself && staysThere(rest) }]
  })
  keep(rule, kept)
}

function keep(rule: Rule, kept: readonly { selector: string; itself: boolean }[]): void {
  if (kept.length === 0) return void rule.remove()
  rule.selectors = kept.map(({ selector }) => selector)
  within(
    rule,
    kept.some(({ itself }) => itself),
  )
}

/** Nested rules, also those under a condition; of nested at-rules only conditions are kept. */
function within(container: Container, itself: boolean): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'rule') holdNested(node as Rule, itself)
    else if (node.type === 'atrule' && holders.has((node as AtRule).name.toLowerCase())) within(node as AtRule, itself)
    else if (node.type !== 'decl') node.remove()
  }
}
