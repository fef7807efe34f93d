/** The shop's own styles for one piece, which the server has held to it. They win over the store's. */
export const Markup = ({ css }: { css: string | undefined }) =>
  css ? <style dangerouslySetInnerHTML={{ __html: `@layer custom{${css}}` }} /> : null
