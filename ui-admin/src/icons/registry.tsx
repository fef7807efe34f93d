import type { ComponentType } from 'react'
import {
  Annotation, Application, Archive, AreaOfInterest, BankAccount, Barcode, Book, Bookmark, Box,
  Briefcase, Build, Calendar, Camera, Chart, Chat, Clipboard, CloudUpload, Cog, Comment, Console,
  CreditCard, Crown, Cube, Dashboard, DiagramTree, Document, Dollar, Download, Duplicate, Edit,
  Endorsed, Envelope, Export, EyeOpen, Filter, Flag, Flash, FolderClose, Form, GitBranch, Glass, Globe,
  GroupedBarChart, Hand, Heart, History, Home, IdNumber, Import, Inbox, Key, Label, Layers, Lightbulb,
  Link, List, Lock, Manual, MapMarker, Media, Menu, MobilePhone, Moon, Notifications, Office,
  PageLayout, People, Percentage, Person, Phone, PieChart, Plus, PredictiveAnalysis, Projects,
  Properties, Random, Search, SearchTemplate, SendMessage, Settings, Shield, Shop, ShoppingCart,
  SocialMedia, Sort, Star, Stopwatch, Tag, Tags, TakeAction, ThList, TickCircle, Time, TimelineEvents,
  Translate, Truck, Upload, User, WidgetButton, Wrench,
  Dot,
} from '@blueprintjs/icons'

// Names would make the browser load every icon there is; components are bundled one by one.
const icons: Record<string, ComponentType<{ size?: number; 'aria-hidden'?: boolean }>> = {
  annotation: Annotation, application: Application, archive: Archive,
  'area-of-interest': AreaOfInterest, 'bank-account': BankAccount, barcode: Barcode, book: Book,
  bookmark: Bookmark, box: Box, briefcase: Briefcase, build: Build, calendar: Calendar, camera: Camera,
  chart: Chart, chat: Chat, clipboard: Clipboard, 'cloud-upload': CloudUpload, cog: Cog,
  comment: Comment, console: Console, 'credit-card': CreditCard, crown: Crown, cube: Cube,
  dashboard: Dashboard, 'diagram-tree': DiagramTree, document: Document, dollar: Dollar,
  download: Download, duplicate: Duplicate, edit: Edit, endorsed: Endorsed, envelope: Envelope,
  export: Export, 'eye-open': EyeOpen, filter: Filter, flag: Flag, flash: Flash,
  'folder-close': FolderClose, form: Form, 'git-branch': GitBranch, glass: Glass, globe: Globe,
  'grouped-bar-chart': GroupedBarChart, hand: Hand, heart: Heart, history: History, home: Home,
  'id-number': IdNumber, import: Import, inbox: Inbox, key: Key, label: Label, layers: Layers,
  lightbulb: Lightbulb, link: Link, list: List, lock: Lock, manual: Manual, 'map-marker': MapMarker,
  media: Media, menu: Menu, 'mobile-phone': MobilePhone, moon: Moon, notifications: Notifications,
  office: Office, 'page-layout': PageLayout, people: People, percentage: Percentage, person: Person,
  phone: Phone, 'pie-chart': PieChart, plus: Plus, 'predictive-analysis': PredictiveAnalysis,
  projects: Projects, properties: Properties, random: Random, search: Search,
  'search-template': SearchTemplate, 'send-message': SendMessage, settings: Settings, shield: Shield,
  shop: Shop, 'shopping-cart': ShoppingCart, 'social-media': SocialMedia, sort: Sort, star: Star,
  stopwatch: Stopwatch, tag: Tag, tags: Tags, 'take-action': TakeAction, 'th-list': ThList,
  'tick-circle': TickCircle, time: Time, 'timeline-events': TimelineEvents, translate: Translate,
  truck: Truck, upload: Upload, user: User, 'widget-button': WidgetButton, wrench: Wrench,
}

/** Icon of a manifest by its name; a plain dot stands in for a name the registry does not have. */
export function NamedIcon({ name, size = 16 }: { name?: string | undefined; size?: number }) {
  const Icon = (name && icons[name]) || Dot
  return <Icon size={size} aria-hidden />
}

/** Every icon name a manifest may use. */
export const iconNames = Object.keys(icons)
