/** A test text for a pattern: a repeated piece after a prefix that leads to it, with an end that does not match. */
export interface Subject {
  prefix: string
  piece: string
}

interface Node {
  /** The shortest matching text. `full` is a matching text with every optional part once. */
  least: string
  full: string
  quantified: boolean
  /** The content of a group. */
  inner: Node[][]
}

const COMMON = [' ', '\n', '\t', 'a', '0', '-', '.', ',', '"', '<', '%']

/** Texts that may cause backtracking: characters of the pattern, and common characters. */
export function generateSubjects(source: string): Subject[] {
  const parser = new Parser(source)
  const branches = parser.alternatives()
  const subjects = new Map<string, Subject>()
  const add = (prefix: string, piece: string) => {
    if (piece !== '' && piece.length <= 40) subjects.set(JSON.stringify([prefix, piece]), { prefix, piece })
  }
  const literals = [...new Set([...parser.characters, ...COMMON])].slice(0, 24)
  const walk = (nodes: Node[], before: string): void => {
    let prefix = before
    for (const node of nodes) {
      if (node.quantified) {
        for (const piece of [node.least, node.full, ...literals]) add(prefix, piece)
        for (const branch of node.inner) add(prefix, join(branch, 'full'))
      }
      for (const branch of node.inner) {
        add('', join(branch, 'full'))
        walk(branch, prefix)
      }
      prefix += node.full
    }
  }
  for (const branch of branches) {
    add('', join(branch, 'least'))
    add('', join(branch, 'full'))
    walk(branch, '')
    for (const [i, node] of branch.entries()) add('', node.full + (branch[i + 1]?.full ?? ''))
  }
  for (const literal of literals) {
    add('', literal)
    for (const other of literals.slice(0, 10)) add('', literal + other)
  }
  return [...subjects.values()]
}

const join = (nodes: readonly Node[], key: 'least' | 'full') => nodes.map((node) => node[key]).join('')

/** Parses the part of regular expression syntax that is needed to generate matching texts. */
class Parser {
  readonly characters = new Set<string>()
  #at = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  alternatives(): Node[][] {
    const branches: Node[][] = [[]]
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++
        branches.push([])
      } else branches.at(-1)?.push(this.#quantified(this.#atom()))
    }
    return branches
  }

  #quantified(node: Node): Node {
    const [whole = '', sign, low] = /^(?:([*+?])|\{(\d+)(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at)) ?? []
    if (whole === '') return node
    this.#at += whole.length
    const times = Math.min(sign ? Number(sign === '+') : Number(low), 10)
    return { ...node, least: node.least.repeat(times), full: node.full.repeat(Math.max(times, 1)), quantified: true }
  }

  #atom(): Node {
    const rest = this.#source.slice(this.#at)
    if (rest[0] === '(') return this.#group(rest)
    const width =
      rest[0] === '['
        ? classLength(rest)
        : (/^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<[^>]*>|c[a-z]|.)/i.exec(rest)?.[0].length ?? 1)
    this.#at += width
    const text = this.#matching(rest.slice(0, width))
    return { least: text, full: text, quantified: false, inner: [] }
  }

  #group(rest: string): Node {
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(rest)?.[0] ?? '('
    this.#at += opening.length
    const inner = this.alternatives()
    this.#at++
    const isAssertion = /[=!]$/.test(opening)
    const [first = []] = inner
    return { least: isAssertion ? '' : join(first, 'least'), full: isAssertion ? '' : join(first, 'full'), quantified: false, inner }
  }

  /** A character that an atom matches; empty for assertions such as `^` and `\b`. */
  #matching(atom: string): string {
    if (/^(?:[$^]|\\[Bb]|\\[1-9]|\\k.*)$/.test(atom)) return ''
    for (const literal of atom.replaceAll(/\\[pP]\{[^}]*\}|\\[A-Za-z]/g, '').replaceAll(/[\\\]^[]/g, '')) this.characters.add(literal)
    let pattern: RegExp
    try {
      pattern = new RegExp(`^(?:${atom})$`, 'iu')
    } catch {
      pattern = new RegExp(`^(?:${atom})$`, 'i')
    }
    const candidates = ['a', '0', ' ', '-', '.', '\n', ...this.characters, ...PRINTABLE, '中', '\u0301', '\u0000', '😀']
    return candidates.find((candidate) => pattern.test(candidate)) ?? ''
  }
}

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i))

/** Length of the character class at the start of a text, including nested classes. */
function classLength(text: string): number {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '[') depth++
    else if (text[i] === ']' && --depth === 0) return i + 1
  }
  return text.length
}
