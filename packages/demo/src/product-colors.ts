/** Fruit and vegetables whose own colour asks for a ground other than their category's (look/market-1280.png). */
export const BUTTER_DRAWINGS = new Set([
  "banana",
  "carrot",
  "coconut",
  "ear-of-corn",
  "jack-o-lantern",
  "lemon",
  "mango",
  "onion",
  "pineapple",
  "potato",
  "roasted-sweet-potato",
  "tangerine",
])
export const BLUSH_DRAWINGS = new Set([
  "brown-mushroom",
  "cherries",
  "eggplant",
  "garlic",
  "grapes",
  "hot-pepper",
  "peach",
  "red-apple",
  "strawberry",
  "tomato",
  "watermelon",
])
export const SAGE_DRAWINGS = new Set(["green-apple", "kiwi-fruit", "lime", "melon", "pear", "blueberries"])
