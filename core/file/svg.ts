import { isTooDeep } from '../text/nesting-depth.ts'

/** Allowed SVG elements: none that executes, loads or embeds. */
const elements = (
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient ' +
  'stop clipPath mask title desc symbol pattern'
).split(' ')

const attributes = (
  'id class x y x1 y1 x2 y2 cx cy r rx ry d points width height viewBox transform fill fill-rule ' +
  'fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity ' +
  'opacity offset stop-color stop-opacity gradientUnits gradientTransform clip-path clip-rule mask ' +
  'font-size font-family font-weight text-anchor dx dy preserveAspectRatio xmlns version role ' +
  'aria-label patternUnits'
).split(' ')

/**
 * Rebuilds an SVG from an allow list of elements and attributes. References may point only inside it.
 * @returns undefined when nothing drawable is left, or when it declares a document type or is nested too deeply.
 */
export async function cleanSvg(svg: string): Promise<string | undefined> {
  if (/<!DOCTYPE|<!ENTITY/i.test(svg) || isTooDeep(svg, true)) return undefined
  const sanitize = (await import('sanitize-html')).default
  const clean = sanitize(svg, {
    allowedTags: elements,
    allowedAttributes: { '*': attributes },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    allowVulnerableTags: true,
    disallowedTagsMode: 'discard',
    exclusiveFilter: (frame: { attribs: Record<string, string> }) =>
      Object.values(frame.attribs).some((v) => /url\((?!['"]?#)|javascript:|data:/i.test(v)),
  } as never)
  return /<svg[\s>]/.test(clean) ? clean : undefined
}
