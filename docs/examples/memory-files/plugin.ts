import { definePlugin, FILE_STORES, offer } from 'stoa'
import { memoryFiles } from './store.ts'

export default definePlugin({ id: 'memory-files', offers: [offer(FILE_STORES, 'memory', memoryFiles)] })
