import type { AtRule, Container, Rule } from 'postcss'

/** At-rules that contain style rules, and at-rules that are allowed as they are. Others, such as imports, are removed. */
const holders = new Set(['media', 'supports', 'container', 'layer'])
const alone = new Set(['keyframes', '-webkit-keyframes', 'font-face'])

/** Selectors for the whole page; they are replaced by the scope. */
const whole = /^(?:html|body|:root|:host|&)(?![\w-])/i

/**
 * Scopes custom CSS to one element: prefixes every selector with `scope`, so that a page cannot change the rest of the store. Invalid CSS
 * is removed, and nothing can close the style element.
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

/** Removes bracketed parts of a selector. They only restrict the matched element and cannot lead to another one. */
function bare(selector: string): string {
  const open: string[] = []
  let rest = ''
  for (const sign of selector) {
    const inside = open.at(-1)
    if (inside === '[' ? sign === ']' : inside === '(' && sign === ')') open.pop()
    else if (inside !== '[' && (sign === '(' || sign === '[')) open.push(sign)
    else if (inside === undefined) rest += sign
  }
  // An unclosed bracket restricts nothing, so the selector stays unchanged.
  return open.length > 0 ? selector : rest
}

/** Whether the rest of a selector leads to a sibling of the scope element, which is outside: `+ x`, `.a ~ x`, `:not(.b) + x`. */
const reachesOut = (rest: string) => /^[^\s>+~|]*\s*[+~|]/.test(bare(rest))
/** Whether the rest of a selector still matches the scope element itself. */
const staysThere = (rest: string) => !/[\s>+~|]/.test(bare(rest).trim())

function holdRule(rule: Rule, scope: string): void {
  const scopedSelectors = rule.selectors.flatMap((selector) => {
    const trimmed = selector.trim()
    const rest = trimmed.replace(whole, '')
    if (!whole.test(trimmed)) return [{ selector: `${scope} ${trimmed}`, itself: false }]
    return reachesOut(rest) ? [] : [{ selector: `${scope}${rest}`, itself: staysThere(rest) }]
  })
  keep(rule, scopedSelectors)
}

/** Checks a nested rule. `itself`: the parent selector may match the scope element. */
function holdNested(rule: Rule, itself: boolean): void {
  const scopedSelectors = rule.selectors.flatMap((selector) => {
    const trimmed = selector.trim()
    // `footer:not(&)` would match elements outside the scope.
    if (trimmed.includes('&') && !trimmed.startsWith('&')) return []
    const rest = trimmed.startsWith('&') ? trimmed.slice(1) : ` ${trimmed}`
    return itself && reachesOut(rest) ? [] : [{ selector: trimmed, itself: itself && staysThere(rest) }]
  })
  keep(rule, scopedSelectors)
}

function keep(rule: Rule, scopedSelectors: readonly { selector: string; itself: boolean }[]): void {
  if (scopedSelectors.length === 0) return void rule.remove()
  rule.selectors = scopedSelectors.map(({ selector }) => selector)
  within(
    rule,
    scopedSelectors.some(({ itself }) => itself),
  )
}

/** Checks nested rules, also inside conditions. Nested at-rules other than conditions are removed. */
function within(container: Container, itself: boolean): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'rule') holdNested(node as Rule, itself)
    else if (node.type === 'atrule' && holders.has((node as AtRule).name.toLowerCase())) within(node as AtRule, itself)
    else if (node.type !== 'decl') node.remove()
  }
}
