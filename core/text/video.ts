/** A supported video of another site: the address of its player. */
export interface Video {
  service: 'youtube' | 'vimeo'
  id: string
  /** URL of the player, without cookies where the service supports it. */
  embed: string
}

const shapes: readonly [Video['service'], RegExp][] = [
  ['youtube', /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)([\w-]{11})(?:[?&#].*)?$/],
  ['youtube', /^https:\/\/youtu\.be\/([\w-]{11})(?:[?#].*)?$/],
  ['vimeo', /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:[/?#].*)?$/],
]

/** Hosts of the players. The store's Content-Security-Policy allows them. */
export const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** The video of a URL; undefined when the service is not supported. */
export function videoEmbed(url: string): Video | undefined {
  for (const [service, shape] of shapes) {
    const id = shape.exec(url.trim())?.[1]
    if (id) return { service, id, embed: service === 'youtube' ? `${videoHosts[0]}/embed/${id}` : `${videoHosts[1]}/video/${id}?dnt=1` }
  }
  return undefined
}
