import { tables } from 'stoa/migrations'

export const { up, down } = tables({
  sample_item: {
    title: "jsonb not null default '{}'",
    url: 'text not null constraint sample_item_url_unique unique',
    enabled: 'boolean not null default true',
    content: "jsonb not null default '{}'",
    image: 'text',
    version: 'int not null default 1',
  },
})
