// Owns the words of free time: travel, outdoors, sports, fitness, gaming, music, art and film.
import { type CategoryWords, readCategory } from './category-words.ts'

export const LEISURE: readonly CategoryWords[] = [
  readCategory({
    category: 'travel',
    style: 'general',
    fronts: 'sunny wander coastal island nomad alpine golden hidden slow happy distant harbor breezy roaming weekend',
    heads:
      'trips trails journeys routes escapes voyages getaways passport suitcase compass holidays tours stays travel',
    singles: 'layover stopover suitcase itinerary hostel lagoon jetty ferry backpack boardwalk',
    brands: 'voyaro tripelo roamista wandrix nomadiva stayvia farolia',
    locals: 'hotels tours apartments hostels city_breaks',
    pairs: 'map+compass sea+sand bags+passport sun+snow',
    purposes: `a boutique travel agency
      a travel blog
      a trip-planning app
      a holiday-rental site: stays holidays escapes getaways hostel lagoon
      a tour operator: tours trips journeys voyages trails ferry jetty
      a luggage brand: suitcase passport compass backpack
      a backpackers' community: routes trails compass hostel backpack layover stopover
      a guide to short breaks: escapes getaways itinerary holidays boardwalk`,
  }),
  readCategory({
    category: 'outdoors',
    style: 'retail',
    fronts: 'ridge summit forest canyon river granite wild cedar campfire northern lake meadow stone open',
    heads: 'camp gear trail hike outfitters tents lodge basecamp adventures expedition paddle boots ranger outdoors',
    singles: 'bivouac campsite trailhead canoe kayak summit lantern cairn tundra glacier',
    brands: 'treklio summiva canyonix wildoro hikelia packra',
    locals: 'hiking camping kayaks trails',
    pairs: 'pine+peak rope+ridge tent+trail',
    purposes: `a shop for outdoor gear
      a journal of the outdoors
      an outdoor school
      a hiking guide: trail hike adventures expedition ranger trailhead cairn summit
      a campsite: camp basecamp tents lodge campsite bivouac lantern
      a kayak rental: paddle canoe kayak
      a boot maker: boots hike trail
      a club for climbers: basecamp expedition adventures glacier`,
  }),
  readCategory({
    category: 'sports',
    style: 'general',
    fronts: 'final home victory team corner rapid varsity rival golden local matchday power junior pro',
    heads: 'league goal court pitch coach stadium score kick sprint match jersey arena tennis soccer cycling',
    singles: 'penalty volley dribble podium referee halftime sprint peloton regatta paddock',
    brands: 'scorely kickvia leaguo rallya matchora sportivo',
    locals: 'tennis soccer rowing cycling',
    pairs: 'bat+ball hoop+court bike+run',
    purposes: `a fan community
      a podcast about the game
      a site of fixtures and results: league score match goal stadium halftime penalty
      a shop for team wear: jersey kick sprint
      a booking app for courts and pitches: court pitch arena tennis soccer volley
      a coaching academy: coach tennis soccer dribble
      a cycling club: cycling sprint peloton
      an amateur league: league match soccer referee podium`,
  }),
  readCategory({
    category: 'fitness',
    style: 'general',
    fronts: 'strong daily iron core lean active morning power motion fit simple steady bold muscle',
    heads: 'gym workout training pilates yoga coach reps stretch habit studio fitness squat sweat strength',
    singles: 'deadlift plank burpee kettlebell cardio dumbbell warmup stamina asana',
    brands: 'fitoria musclio flexana gymvia trainora pulsefit',
    locals: 'gyms yoga pilates fitness',
    pairs: 'run+lift sweat+smile mat+breath',
    purposes: `a personal trainer
      a workout app
      an online coaching programme
      a gym: gym reps squat strength sweat deadlift dumbbell kettlebell
      a yoga studio: yoga studio stretch pilates asana
      a pilates class: pilates stretch studio plank
      a shop for weights and mats: strength reps dumbbell kettlebell
      a channel for exercise at home: workout habit stretch cardio warmup burpee`,
  }),
  readCategory({
    category: 'gaming',
    style: 'tech',
    fronts: 'pixel retro dungeon dragon arcade quest boss bonus level legend shadow epic indie final',
    heads: 'games guild arena realm loot studio raid forge battle player quest console arcade gamer',
    singles: 'respawn joystick powerup sidequest checkpoint speedrun highscore manacrystal overworld',
    brands: 'playzora questora lootly pixelara gameliva arkavio',
    locals: 'esports board_games arcades',
    pairs: 'sword+shield dice+dragons pixel+sprite',
    purposes: `an independent game studio
      a review site for games
      a streamer's channel
      a guild or clan: guild raid realm battle
      a tournament platform: arena battle raid player gamer highscore speedrun
      a shop for retro consoles: console arcade joystick
      a marketplace for game items: loot forge powerup
      a role-playing game: quest realm forge sidequest overworld respawn checkpoint`,
  }),
  readCategory({
    category: 'music',
    style: 'general',
    fronts: 'velvet echo midnight vinyl sonic acoustic treble golden analog loud urban silver rhythm backstage',
    heads: 'beats records sound tunes guitar piano studio chord melody band radio audio sessions concert music',
    singles: 'crescendo falsetto reverb cello sonata encore setlist bassline ukulele mixtape',
    brands: 'melodio sonara tunevia beatora chordly vinylio',
    locals: 'concerts jazz music_schools nightlife',
    pairs: 'bass+treble verse+chorus drum+string',
    purposes: `a record label
      a band's own site
      a podcast about music
      a recording studio: studio sound audio sessions records reverb
      a music school: guitar piano chord melody cello sonata ukulele
      a shop for instruments: guitar piano cello ukulele
      a concert guide: concert band sessions encore setlist
      an internet radio: radio tunes beats mixtape bassline`,
  }),
  readCategory({
    category: 'art',
    style: 'retail',
    fronts: 'canvas paper indigo modern ochre gallery studio linen cobalt folk ink portrait clay mural',
    heads: 'art gallery prints sketch studio easel atelier design paint craft workshop pottery frames collective',
    singles: 'fresco mosaic palette charcoal linocut origami collage etching gouache',
    brands: 'artivara sketcho paletta canvio muralis inkora',
    locals: 'galleries museums art_fairs ceramics',
    pairs: 'brush+canvas ink+paper clay+kiln',
    purposes: `an artists' collective
      an illustrator's portfolio
      a marketplace for handmade work
      a gallery: gallery art collective frames mosaic fresco
      a shop for art prints: prints frames art linocut etching
      a pottery studio: pottery studio workshop craft
      a drawing course: sketch easel paint charcoal gouache
      a design studio: design studio atelier palette collage`,
  }),
  readCategory({
    category: 'media',
    style: 'general',
    fronts: 'daily indie cinema evening weekly local long story camera frame open modern public signal',
    heads: 'film podcast news press video screen reel stories magazine channel broadcast cast journal review',
    singles: 'matinee headline newsreel montage editorial clapboard byline narrator projector',
    brands: 'newsvia castora filmio storivo reelista pressoria',
    locals: 'news films podcasts',
    pairs: 'ink+air script+scene lens+light',
    purposes: `an independent newsletter
      a magazine
      a small publisher
      a podcast network: podcast cast channel broadcast
      a local news site: news press journal headline byline
      a film-review site: film reel screen review matinee
      a video production house: video film screen reel montage clapboard projector
      a maker of documentaries: stories film channel narrator`,
  }),
]
