/** A ClickUp id of a workspace, space or list: digits. Ids are part of addresses, so nothing else is accepted. */
export const isClickUpId = (id: string): boolean => /^\d{1,20}$/.test(id)
