/** A film of another site that may be shown: where its player is, and nothing else of it. */
export interface Video {
  service: 'youtube' | 'vimeo'
  id: string
  /** Address of the player, without cookies where the service offers that. */
  embed: string
}

const shapes: readonly [Video['service'], RegExp][] = [
  ['youtube', /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)([\w-]{11})(?:[?&#].*)?$/],
  ['youtube', /^https:\/\/youtu\.be\/([\w-]{11})(?:[?#].*)?$/],
  ['vimeo', /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:[/?#].*)?$/],
]

/** Hosts of players. The store's policy names them too. */
export const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** The video an address shows, or undefined when it is none of the services that are let in. */
export function videoEmbed(url: string): Video | undefined {
  for (const [service, shape] of shapes) {
    const id = shape.exec(url.trim())?.[1]
    if (id) return { service, id, embed: service === 'youtube' ? `${videoHosts[0]}/embed/${id}` : `${videoHosts[1]}/video/${id}?dnt=1` }
  }
  return undefined
}
