import { tables } from 'stoa/migrations'

export const { up, down } = tables({
  repair: {
    name: 'text not null',
    email: 'text not null',
    broken: 'text not null',
    price_minor: 'bigint',
    status: "text not null default 'draft'",
    owner_id: 'bigint references account',
    photo: 'bigint references file',
    unlock_code: 'text',
    told_at: 'timestamptz',
    version: 'int not null default 1',
  },
  repair_part: {
    repair_id: 'bigint not null references repair on delete cascade',
    name: 'text not null',
    price_minor: 'bigint not null',
    quantity: 'int not null default 1',
  },
})
