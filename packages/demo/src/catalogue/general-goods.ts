import { apparel, items } from "./item.ts"

// biome-ignore format: a table, one product a line
export const CLOTHING = apparel("Clothing", [
  ["Male", "Mens", "Pants", "Straight-Leg Jeans", 44.0, "jeans", "Heavy denim that gets better with every wash."],
  ["Male", "Mens", "Pants", "Work Pants", 38.0, "jeans@-170", "Double knees and a loop for the hammer."],
  ["Male", "Mens", "Shirt", "Cotton T-Shirt", 14.0, "t-shirt", "Heavyweight cotton, cut a little long."],
  ["Male", "Mens", "Shirt", "Running Shirt", 19.5, "running-shirt", "Dries before you are home."],
  ["Male", "Mens", "Shirt", "Market Tee", 18.0, "t-shirt@140", "The one the stallholders wear."],
  ["Male", "Mens", "Button Shirt", "Oxford Button Shirt", 36.0, "lab-coat", "White, soft collar, no iron needed."],
  ["Male", "Mens", "Button Shirt", "Flannel Button Shirt", 32.0, "necktie", "Brushed twice, for cold mornings."],
  ["Male", "Teens", "Shirt", "Graphic Tee", 16.0, "t-shirt@60", "Printed two blocks from here."],
  ["Male", "Kids", "Pants", "Play Jeans", 18.0, "jeans@20", "Patched at the knee before the first fall."],
  ["Male", "Kids", "Shirt", "Striped Tee", 9.5, "t-shirt@200", "Goes with everything, washes hot."],
  ["Female", "Womens", "Pants", "High-Rise Jeans", 48.0, "jeans@10", "With a little stretch and real pockets."],
  ["Female", "Womens", "Shirt", "Linen Blouse", 34.0, "womans-clothes", "Cool in August."],
  ["Female", "Womens", "Button Shirt", "Chambray Button Shirt", 36.0, "womans-clothes@30", "Wear it open over a tee."],
  ["Female", "Womens", "Dress", "Summer Dress", 42.0, "dress", "Cotton, knee-length, with pockets."],
  ["Female", "Womens", "Dress", "Wrap Dress", 54.0, "dress@120", "Ties at the side and fits whoever you are that day."],
  ["Female", "Teens", "Dress", "Party Dress", 39.0, "dress@-60", "Made to be danced in."],
  ["Female", "Kids", "Dress", "Twirl Dress", 22.0, "dress@200", "Tested for twirling."],
])

// biome-ignore format: a table, one product a line
export const SHOES = apparel("Shoes", [
  ["Male", "Mens", "Sports Shoes", "Trail Runners", 72.0, "running-shoe", "Grip for mud, light enough for road."],
  ["Female", "Womens", "Sports Shoes", "Everyday Runners", 68.0, "running-shoe@150", "Soft under the heel, breathable on top."],
  ["Male", "Mens", "Dressing Shoes", "Leather Oxfords", 94.0, "mans-shoe", "Goodyear welted: you can have them resoled."],
  ["Female", "Womens", "Dressing Shoes", "Block Heels", 62.0, "high-heeled-shoe", "Two inches, and you can walk home in them."],
  ["Female", "Womens", "Dressing Shoes", "Ballet Flats", 44.0, "flat-shoe", "They fold into a bag."],
  ["Male", "Mens", "Nike", "Nike Court Low", 79.0, "running-shoe@60", "White leather, gum sole. New, in the box."],
  ["Female", "Womens", "Nike", "Nike Road Runner", 89.0, "running-shoe@-60", "Last season's color at this season's best price."],
  ["Male", "Teens", "Adidas", "Adidas Indoor", 74.0, "running-shoe@200", "Three stripes, suede toe."],
  ["Female", "Kids", "Adidas", "Adidas Kids Runner", 39.0, "running-shoe@-110", "Hook-and-loop, no laces to learn."],
  ["Male", "Mens", "Vans", "Vans Canvas Slip-On", 52.0, "flat-shoe@140", "Checkered, of course."],
  ["Female", "Teens", "Vans", "Vans Canvas Low", 54.0, "flat-shoe@-80", "Stitched sidewall and waffle sole."],
  ["Male", "Mens", "Working Shoes", "Oil-Resistant Work Shoes", 64.0, "mans-shoe@10", "For long shifts on wet floors."],
  ["Male", "Mens", "Steel Toe Shoes", "Steel Toe Boots", 112.0, "hiking-boot", "Meets ASTM F2413; breaks in within a week."],
  ["Female", "Womens", "Steel Toe Shoes", "Steel Toe Boots, Womens", 108.0, "hiking-boot@12", "Built on a woman's last, not shrunk from a man's."],
  ["Male", "Mens", "Bowling Shoes", "Bowling Shoes", 58.0, "mans-shoe@-20", "Slide sole left, brake sole right."],
  ["Female", "Womens", "Working Shoes", "Ankle Boots", 86.0, "womans-boot", "Zip at the side, sole that stands all day."],
])

// biome-ignore format: a table, one product a line
export const OFFICE_SUPPLIES = items("Office Supplies", [
  ["Pencils", "No. 2 Pencils, box of 12", 3.49, "pencil", "Cedar, sharpened, with an eraser that erases."],
  ["Pens", "Ballpoint Pens, pack of 10", 4.99, "pen", "Blue, medium, never skips."],
  ["Pens", "Fountain Pen", 18.5, "fountain-pen", "Steel nib, converter included."],
  ["Markers", "Crayons & Markers Set", 8.99, "crayon", "Washable, which matters."],
  ["Highlighters", "Highlighters, pack of 6", 5.29, "highlighters", "Six colors for six kinds of important."],
  ["Notebooks", "Spiral Notebook, 100 sheets", 3.29, "notebook", "College ruled, perforated."],
  ["Notebooks", "Hardcover Journal", 12.5, "notebook-with-decorative-cover", "Dotted pages that take ink."],
  ["Paper", "Copy Paper, ream", 6.99, "page-facing-up", "500 sheets, 20 lb, bright white."],
  ["Paper Clips", "Paper Clips, box of 100", 1.49, "paperclip", "You will lose ninety of them."],
  ["Paper Clips", "Jumbo Clips, box of 50", 1.99, "linked-paperclips", "For the thicker problems."],
  ["Scissors", "Scissors, 8 inch", 7.49, "scissors", "Steel blades, soft grip, either hand."],
  ["Rulers", "Steel Ruler, 12 inch", 4.29, "straight-ruler", "Inches on one side, centimeters on the other."],
  ["Rulers", "Set Square", 3.79, "triangular-ruler", "45 and 30/60, with a protractor."],
  ["Folders", "File Folders, pack of 25", 8.49, "file-folder", "Manila, thirds, in a box."],
  ["Binders", "Three-Ring Binder, 2 inch", 6.29, "card-index-dividers", "Opens flat, locks tight."],
  ["Envelopes", "Envelopes, box of 100", 7.99, "envelope", "No. 10, peel and seal."],
  ["Calendars & Planners", "Wall Calendar", 11.99, "spiral-calendar", "A month a page, room to write."],
  ["Calculators", "Desktop Calculator", 14.99, "calculator", "Big keys, solar, nothing to update."],
  ["Sticky Notes", "Sticky Notes, 12 pads", 9.49, "memo", "They stay where you put them."],
  ["Glue & Tape", "Packing Tape, 3 rolls", 8.29, "packing-tape", "Quiet, clear and strong."],
  ["Desk Organizers", "Push Pins & Cork Strip", 10.49, "pushpin", "For the wall above your desk."],
])
