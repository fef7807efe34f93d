/** The shop's own CSS for one content block; the server has scoped it to the block. It overrides the store's styles. */
export const Markup = ({ css }: { css: string | undefined }) =>
  css ? <style dangerouslySetInnerHTML={{ __html: `@layer custom{${css}}` }} /> : null
