import { items } from "./item.ts"

export const MEAT = items("Meat", [
  ["Chicken", "Whole Chicken, 4 lb", 10.99, "poultry-leg@8", "Air-chilled, for roasting on a Sunday."],
  ["Chicken", "Chicken Drumsticks, 3 lb", 6.49, "poultry-leg", "The cheap cut that children ask for."],
  [
    "Chicken",
    "Boneless Chicken Thighs, 2 lb",
    8.99,
    "poultry-leg@-8",
    "Hard to overcook, good on the grill.",
  ],
  ["Chicken", "Smoked Turkey Leg", 7.49, "meat-on-bone@14", "Hickory-smoked for eight hours."],
  ["Meat", "Ribeye Steak, 12 oz", 16.99, "cut-of-meat", "Cut to order, an inch and a quarter thick."],
  ["Meat", "Ground Beef 80/20, 1 lb", 6.99, "cut-of-meat@-10", "Ground fresh twice a day."],
  ["Meat", "Pork Chops, 2 lb", 9.49, "cut-of-meat@12", "Bone-in, so they stay juicy."],
  ["Meat", "Lamb Shoulder, 3 lb", 24.99, "meat-on-bone", "For the slow oven and a patient cook."],
  ["Meat", "Short Ribs, 3 lb", 22.99, "meat-on-bone@-8", "Braise them with an onion and time."],
  ["Meat", "Thick-Cut Bacon, 12 oz", 7.99, "bacon", "Dry-cured and smoked over applewood."],
  ["Meat", "Beef Hot Dogs, pack of 8", 6.49, "hot-dog", "All beef, natural casing, a proper snap."],
  ["eggs", "Large Brown Eggs, dozen", 5.49, "egg", "From hens that walk outside."],
  ["eggs", "Pasture Eggs, half dozen", 4.29, "nest-with-eggs", "Orange yolks, every color of shell."],
])

export const RICE = items("Rice", [
  ["White Rice", "White Rice, 5 lb", 5.99, "cooked-rice", "The everyday bag."],
  ["Long Grain", "Carolina Long Grain, 2 lb", 3.79, "cooked-rice@5", "Cooks up dry and separate."],
  ["Brown Rice", "Brown Rice, 2 lb", 4.29, "brown-rice", "Nutty, and worth the extra twenty minutes."],
  ["Basmati", "Aged Basmati, 10 lb", 18.99, "sheaf-of-rice", "Aged two years for grains that stretch."],
  ["Jasmine", "Thai Jasmine, 5 lb", 9.49, "cooked-rice@20", "The smell tells you when it is done."],
  ["Sushi Rice", "Sushi Rice, 2 lb", 5.49, "sushi", "Short, round and sticky enough to hold."],
  ["Sticky Rice", "Sticky Rice, 5 lb", 8.99, "rice-ball", "Soak it overnight, steam it in the morning."],
  ["Arborio", "Arborio, 1 lb", 4.99, "arborio-rice", "For risotto, and for rice pudding."],
  ["Yellow Rice", "Yellow Rice Mix, 8 oz", 2.29, "yellow-rice", "With saffron color and a little garlic."],
  ["Wild Rice", "Minnesota Wild Rice, 8 oz", 7.99, "wild-rice", "Harvested from lakes by canoe."],
  ["Black Rice", "Black Rice, 1 lb", 5.79, "black-rice", "Turns purple in the pot."],
])

export const BEANS = items("Beans", [
  ["Black Beans", "Black Beans, 2 lb", 3.99, "black-beans", "Dry beans of this year's crop."],
  ["Pinto Beans", "Pinto Beans, 4 lb", 5.49, "beans", "For the pot, then for refrying."],
  ["Kidney Beans", "Dark Red Kidney Beans, 2 lb", 4.29, "beans@-20", "They keep their shape in chili."],
  ["Chickpeas", "Chickpeas, 2 lb", 4.49, "chickpeas", "Hummus on Monday, curry on Thursday."],
  ["Lentils", "Green Lentils, 1 lb", 2.99, "green-lentils", "No soaking, ready in half an hour."],
  ["Lentils", "Red Lentils, 2 lb", 4.19, "red-lentils", "They melt into soup."],
  ["Cannellini Beans", "Cannellini Beans, can", 1.79, "canned-food", "Rinse, warm with garlic, done."],
  ["Black-Eyed Peas", "Black-Eyed Peas, 1 lb", 2.79, "black-eyed-peas", "For luck on New Year's Day."],
  ["Split Peas", "Green Split Peas, 1 lb", 2.29, "split-peas", "Soup with a ham bone."],
  ["Pigeon Peas", "Pigeon Peas, can", 1.99, "canned-food@120", "For arroz con gandules."],
  ["Red Beans", "Small Red Beans, 2 lb", 3.89, "red-beans", "Red beans and rice is for Mondays."],
  ["Navy Beans", "Slow-Baked Beans, jar", 4.99, "baked-beans", "Baked six hours with molasses."],
])

export const COOKIES = items("Cookies", [
  [
    "Chocolate Chip",
    "Chocolate Chip Cookies, dozen",
    7.99,
    "cookie",
    "Crisp edge, soft middle, too much chocolate.",
  ],
  ["Chocolate Chip", "Giant Chocolate Chip Cookie", 2.99, "cookie@-6", "As big as your hand."],
  [
    "Oatmeal Raisin",
    "Oatmeal Raisin Cookies, dozen",
    7.49,
    "cookie@12",
    "Chewy, with cinnamon and plump raisins.",
  ],
  [
    "Peanut Butter",
    "Peanut Butter Cookies, dozen",
    7.49,
    "peanut-butter-cookies",
    "Fork marks on top, as they should have.",
  ],
  ["Fortune Cookies", "Fortune Cookies, bag of 20", 4.99, "fortune-cookie", "Twenty small pieces of advice."],
  ["Sandwich Cookies", "Vanilla Sandwich Cookies, 10 oz", 3.79, "sandwich-cookies", "Twist, or don't."],
  ["Shortbread", "All-Butter Shortbread, 8 oz", 5.49, "shortbread", "Four ingredients, one of them butter."],
  ["Wafers", "Hazelnut Wafers, 7 oz", 3.49, "wafers", "Light, crisp and gone in a minute."],
  ["Gingersnaps", "Gingersnaps, 12 oz", 4.29, "gingersnaps", "They snap, and they bite back."],
  [
    "Sugar Cookies",
    "Frosted Sugar Cookies, half dozen",
    6.99,
    "sugar-cookies",
    "Pink frosting and sprinkles.",
  ],
  ["Animal Crackers", "Animal Crackers, tub", 5.99, "animal-crackers", "Find the elephant first."],
  ["Fig Bars", "Fig Bars, pack of 12", 4.49, "fig-bars", "Whole wheat outside, real figs inside."],
  ["Biscotti", "Almond Biscotti, 9 oz", 6.49, "biscotti", "Baked twice, for dunking."],
  ["Macarons", "Macarons, box of 6", 12.99, "macarons", "Pistachio, rose and chocolate."],
])
