/** Interface strings of recent searches, favourites and the key hints, in English. */
export const savedSearchesStrings = {
  navigate: 'Select',
  open: 'Open',
  recent: 'Recent searches',
  forget: 'Remove “{query}”',
  forgetAll: 'Remove all',
  forgetEverything: 'Remove my searches and favourites from this device',
  favourites: 'Favourites',
  addFavourite: 'Add to favourites',
  removeFavourite: 'Remove from favourites',
  favouriteAdded: '“{title}” was added to your favourites.',
  favouriteRemoved: '“{title}” was removed from your favourites.',
} as const;
